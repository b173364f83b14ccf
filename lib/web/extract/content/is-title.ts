// A shorter heading is a word of the title by chance.
const titleShareMin = 0.5

/** Whether a heading repeats the title of its page, which often also names the site. */
export function isTitle(heading: string, title: string): boolean {
  const [one, other] = [normal(heading), normal(title)]
  if (one === '' || other === '') return false
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return long.includes(short) && short.length >= long.length * titleShareMin
}

function normal(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
