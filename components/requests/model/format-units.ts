import { formatCountOf } from '#lib/client/format.ts'

// Tokens of text, time of audio and pages have figures of their own.
const unitNouns: readonly (readonly [unit: string, one: string, several: string])[] = [
  ['searchUnit', 'search unit', 'search units'],
  ['webSearch', 'web search', 'web searches'],
  ['search', 'search', 'searches'],
  ['inputAudio', 'audio token in', 'audio tokens in'],
  ['inputImage', 'image token in', 'image tokens in'],
  ['outputAudio', 'audio token out', 'audio tokens out'],
  ['outputImage', 'image token out', 'image tokens out'],
  ['characters', 'character', 'characters'],
]

/** Units that a request used besides text, such as `2 search units`; null: nothing. */
export function formatUnits(units: Readonly<Record<string, number>> | null): string | null {
  const counts = unitNouns.flatMap(([unit, one, several]) => {
    const count = units?.[unit] ?? 0
    return count === 0 ? [] : [formatCountOf(count, one, several)]
  })
  return counts.length === 0 ? null : counts.join(', ')
}
