import { expect, test } from 'vitest';
import { fillMail } from '../../netlify/mail/message.ts';

const TEMPLATE = { subject: 'Of {guide}', replyTo: '', html: '', text: 'New.\n\n{guide}\n\nEnd.' };

test.each([
  [
    'Pens & <"Paper">',
    '<p>Pens &amp; &lt;&quot;Paper&quot;&gt;</p>',
    'New.\n\nPens & <"Paper">\n\nEnd.',
  ],
  ['', '', 'New.\n\nEnd.'],
])(
  'an email of %j has it as text, and no paragraph of which nothing is left',
  (guide, html, text) => {
    const filled = fillMail({ ...TEMPLATE, html: '<p>{guide}</p>' }, { guide });
    expect(filled).toEqual({ replyTo: '', subject: `Of ${guide}`, html, text });
  },
);
