import { coins, type Drawing } from './drawing.ts';

const GLASS = '#fff8e8';
const GLASS_BEHIND = '#f1dfb8';
const MARK = '#dcc591';

/** Three jars, to spend, to save and to give, each with as many coins as it needs. */
export const jars: Drawing = {
  height: 200,
  parts: [
    // Save stands behind and is the fullest.
    {
      d: 'M70 40C64 45 61 54 61 63L62 166C62 176 68 182 78 182L123 181C133 181 139 175 139 165L140 62C140 53 137 45 131 39Z',
      fill: GLASS_BEHIND,
    },
    ...coins(
      [76, 170, 11],
      [99, 170, 11],
      [123, 169, 11],
      [88, 152, 11],
      [111, 152, 11],
      [76, 134, 11],
      [99, 134, 11],
      [123, 133, 11],
      [87, 116, 11],
      [111, 116, 11],
      [99, 98, 11],
    ),
    {
      d: 'M68 21L133 20C138 20 140 22 140 26L138 37C138 40 136 41 133 41L70 42C66 42 64 41 64 37L62 27C62 23 64 21 68 21Z',
      fill: '#1f8a8c',
    },
    { d: 'M100 52L105 62 116 63 108 71 110 82 100 76 90 82 92 71 84 63 95 62Z', fill: MARK },
    { d: 'M71 54C69 58 69 63 69 70L69 88', stroke: GLASS, strokeWidth: 4 },
    // Spend, in front on the left.
    {
      d: 'M13 111C8 115 5 122 5 130L6 184C6 193 11 198 20 198L66 197C74 197 79 192 79 184L80 129C80 121 77 114 72 110Z',
      fill: GLASS,
    },
    ...coins([21, 185, 11], [43, 186, 11], [65, 184, 11], [32, 168, 10]),
    {
      d: 'M10 95L75 94C79 94 81 96 80 100L79 109C79 112 77 113 74 113L12 114C8 114 6 113 6 109L5 101C5 97 7 95 10 95Z',
      fill: '#e4694a',
    },
    { d: 'M32 132L55 131 57 151C57 153 56 154 54 154L33 155C31 155 30 154 30 152Z', fill: MARK },
    { d: 'M38 134C37 121 49 120 49 133', stroke: MARK, strokeWidth: 3 },
    { d: 'M14 124C12 129 12 134 12 140L13 154', stroke: '#fff', strokeWidth: 4 },
    // Give, in front on the right, and smallest.
    {
      d: 'M128 128C124 132 121 138 121 145L122 186C122 194 127 198 134 198L181 197C189 197 193 193 193 185L194 144C194 137 192 131 187 127Z',
      fill: GLASS,
    },
    ...coins([144, 186, 11], [166, 186, 10]),
    {
      d: 'M125 113L190 112C194 112 195 114 195 117L194 126C193 129 192 130 189 130L127 131C123 131 122 130 122 126L120 119C120 115 122 113 125 113Z',
      fill: '#6b4ba3',
    },
    { d: 'M129 141C127 146 127 150 128 160', stroke: '#fff', strokeWidth: 4 },
    {
      d: 'M159 169C147 161 143 155 147 149 150 144 157 145 159 150 161 145 168 143 171 148 175 154 171 161 159 169Z',
      fill: MARK,
    },
  ],
};
