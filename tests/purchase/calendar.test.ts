import { expect, test, vi } from 'vitest';
import { nextSaturday, saturdayFile } from '../../src/purchase/calendar.ts';

const FILE = {
  uid: 'one',
  title: 'Shop: Spend, save, give',
  notes: 'Have ready: a jar; two coins.\nCount \\ them. ' + 'Jars – '.repeat(20),
  url: 'https://shop.example/guide-1',
};

test.each([
  [20, 21],
  [21, 28], // on a Saturday, the next one
  [22, 28],
  [29, 5], // over the end of the month
])('after November %i comes Saturday, the %i', (day, saturday) => {
  expect(nextSaturday(new Date(2026, 10, day, 23, 30)).getDate()).toBe(saturday);
});

test('the file is as calendars read it', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  const file = saturdayFile(FILE, new Date('2026-11-21T06:30:00.123Z')); // Friday evening there
  vi.unstubAllEnvs();
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n ', '').split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Money guides//EN',
    'BEGIN:VEVENT',
    'UID:one',
    'DTSTAMP:20261121T063000Z',
    'DTSTART:20261121T090000',
    'DURATION:PT15M',
    'SUMMARY:Shop: Spend\\, save\\, give',
    `DESCRIPTION:Have ready: a jar\\; two coins.\\nCount \\\\ them. ${'Jars – '.repeat(20)}`,
    'URL:https://shop.example/guide-1',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});
