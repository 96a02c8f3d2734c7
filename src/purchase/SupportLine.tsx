import { LostLink } from '../components/LostLink.tsx';

type Props = { supportEmail: string; sendsEmail: boolean };

/** Whom to ask about an order. */
export function SupportLine({ supportEmail, sendsEmail }: Props) {
  return (
    <p className="mt-8 text-small text-quiet">
      Any question about your order? Write to{' '}
      <a className="link" href={`mailto:${supportEmail}`}>
        {supportEmail}
      </a>
      . {sendsEmail && <LostLink />}
    </p>
  );
}
