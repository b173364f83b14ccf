/**
 * The units of which a price may have a rate, and how many of them a rate is for. `audio` is time: dollars per hour,
 * counted in milliseconds.
 */
export const ratePer = {
  input: 1_000_000,
  inputAudio: 1_000_000,
  inputImage: 1_000_000,
  cacheRead: 1_000_000,
  cacheReadAudio: 1_000_000,
  cacheReadImage: 1_000_000,
  cacheWrite5m: 1_000_000,
  cacheWrite1h: 1_000_000,
  output: 1_000_000,
  outputAudio: 1_000_000,
  outputImage: 1_000_000,
  reasoning: 1_000_000,
  characters: 1_000_000,
  audio: 3_600_000,
  webSearch: 1000,
  search: 1000,
  searchUnit: 1000,
  request: 1000,
  page: 1000,
} as const

export type Unit = keyof typeof ratePer

export const unitNames: readonly Unit[] = Object.keys(ratePer).filter(isUnit)

/** Whether this version can count it: a newer price list may have more. */
export function isUnit(name: string): name is Unit {
  return Object.hasOwn(ratePer, name)
}

/** The amount of a unit that a rate is for, as in `$2 per million tokens`. */
export function perOf(unit: Unit): string {
  switch (ratePer[unit]) {
    case 1_000_000:
      return unit === 'characters' ? 'million characters' : 'million tokens'
    case 3_600_000:
      return 'hour'
    case 1000:
      return 'thousand'
  }
}

/** Disjoint counts of what one call used; absent: none. */
export type UnitCounts = Readonly<Partial<Record<Unit, number>>>

/** The units of the prompt. Rates above a prompt size depend on their sum. */
export const promptUnits = [
  'input',
  'inputAudio',
  'inputImage',
  'cacheRead',
  'cacheReadAudio',
  'cacheReadImage',
  'cacheWrite5m',
  'cacheWrite1h',
] as const satisfies readonly Unit[]

/** Units that a vendor bills beside tokens, time and requests: without a rate its cost is unknown, not zero. */
export const toolUnits = ['webSearch'] as const satisfies readonly Unit[]

/** The units whose rate counts, in this order, where a price has none of its own: no token is free by omission. */
export const standIns: Readonly<Partial<Record<Unit, readonly Unit[]>>> = {
  inputAudio: ['input'],
  inputImage: ['input'],
  cacheRead: ['input'],
  cacheReadAudio: ['cacheRead', 'input'],
  cacheReadImage: ['cacheRead', 'input'],
  cacheWrite5m: ['input'],
  cacheWrite1h: ['cacheWrite5m', 'input'],
  outputAudio: ['output'],
  outputImage: ['output'],
  reasoning: ['output'],
}
