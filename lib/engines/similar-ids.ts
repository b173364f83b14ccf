const countMax = 3
const likenessMin = 0.45

/** The ids that a mistyped one probably meant, most alike first, at most three. */
export function similarIds(wanted: string, known: Iterable<string>): string[] {
  const pairs = pairsOf(wanted)
  return [...new Set(known)]
    .map(id => ({ id, likeness: Math.max(dice(pairs, pairsOf(id)), dice(pairs, pairsOf(lastPart(id)))) }))
    .filter(({ likeness }) => likeness >= likenessMin)
    .toSorted((a, b) => b.likeness - a.likeness || a.id.localeCompare(b.id))
    .slice(0, countMax)
    .map(({ id }) => id)
}

function lastPart(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1)
}

function pairsOf(text: string): ReadonlySet<string> {
  const lower = text.toLowerCase().slice(0, 256)
  return new Set(Array.from({ length: Math.max(0, lower.length - 1) }, (_, at) => lower.slice(at, at + 2)))
}

function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return a.size + b.size === 0 ? 0 : (2 * a.intersection(b).size) / (a.size + b.size)
}
