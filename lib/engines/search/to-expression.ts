const charsMax = 200
const lead =
  /^(?:please\s+)?(?:what(?:'s|\s+is|\s+are)|how\s+much\s+(?:is|are)|calculate|compute|evaluate|work\s+out|convert|solve)\s+/i
const words: readonly (readonly [RegExp, string])[] = [
  [/[×·∙]/g, '*'],
  [/[÷∕]/g, '/'],
  [/[−–]/g, '-'],
  [/²/g, '^2'],
  [/³/g, '^3'],
  [/√\s*(\d+(?:\.\d+)?)/g, 'sqrt($1)'],
  [/√/g, 'sqrt'],
  [/π/g, 'pi'],
  [/°\s*([CF])\b/g, 'deg$1'],
  [/\*\*/g, '^'],
  [/%\s+of\s+/gi, '/100*'],
  [/\bpercent\s+of\b/gi, '/100*'],
  [/\b(?:multiplied\s+by|times)\b/gi, '*'],
  [/\bdivided\s+by\b/gi, '/'],
  [/\bplus\b/gi, '+'],
  [/\bminus\b/gi, '-'],
  [/\bto\s+the\s+power\s+of\b/gi, '^'],
  [/\bsquare\s+root\s+of\s+(\d+(?:\.\d+)?)/gi, 'sqrt($1)'],
  [/(\d),(?=\d{3}(?!\d))/g, '$1'],
  [/\binto\b/gi, 'to'],
]

/** The calculation in a question, as the calculator writes it; null where nothing is to be calculated. */
export function toExpression(query: string): string | null {
  const text = query.trim().replace(/[?=.\s]+$/u, '')
  if (text.length > charsMax || !/\d/.test(text)) return null
  const bare = text
    .replace(/^the\s+/i, '')
    .replace(lead, '')
    .replace(/^the\s+/i, '')
  return words.reduce((rest, [pattern, written]) => rest.replace(pattern, written), bare)
}
