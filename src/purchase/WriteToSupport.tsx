type Props = { supportEmail: string };

export function WriteToSupport({ supportEmail }: Props) {
  return (
    <>
      Write to{' '}
      <a className="link wrap-anywhere" href={`mailto:${supportEmail}`}>
        {supportEmail}
      </a>{' '}
      and say on which day you paid. A real person will look it up.
    </>
  );
}
