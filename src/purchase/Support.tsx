export function Support({ email }: { email: string }) {
  return (
    <p className="mt-8 text-small text-quiet">
      Questions about your order? Write to{' '}
      <a className="link" href={`mailto:${email}`}>
        {email}
      </a>
      .
    </p>
  );
}
