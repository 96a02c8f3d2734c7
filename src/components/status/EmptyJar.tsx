/** A closed jar without coins. It is a React component, because both islands and pages use it. */
export function EmptyJar() {
  return (
    <svg viewBox="20 44 164 176" className="h-auto w-28 sm:w-40 md:w-52" aria-hidden="true">
      <path
        d="M22 210C60 204 140 204 180 209 184 214 160 219 100 219 44 219 16 215 22 210Z"
        fill="var(--color-rule)"
      />
      <path
        d="M55 72C48 79 43 90 43 102L45 191C45 203 52 210 64 210L137 209C149 209 156 202 156 190L158 101C158 89 153 78 146 71Z"
        fill="var(--color-leaf-tint)"
      />
      <path
        d="M52 53L149 51C154 51 156 54 156 58L154 70C153 74 151 75 147 75L55 76C50 76 48 74 48 70L46 60C46 55 48 53 52 53Z"
        fill="var(--color-leaf)"
      />
      <path
        d="M58 88C55 94 54 102 54 112L55 150"
        fill="none"
        stroke="var(--color-card)"
        strokeWidth="6"
        strokeLinecap="round"
      />
    </svg>
  );
}
