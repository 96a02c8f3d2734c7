/** The support address as a link that opens the buyer's mail. */
export function SupportLink({ email }: { email: string }) {
  return (
    <a className="link" href={`mailto:${email}`}>
      {email}
    </a>
  );
}
