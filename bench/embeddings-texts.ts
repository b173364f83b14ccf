const words =
  'the a of in to and is that for with on as by from at this which or be an are was were will can not more than into about their between where when one two first last each other time place people water light sound number question answer letter table river mountain winter summer engine market paper signal pattern measure surface motion energy history language music garden station journey'.split(
    ' ',
  )

/** The same texts in every run: 20 to 140 words, like passages of web pages. */
export function passages(count: number, seed = 1): string[] {
  let state = seed
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return Array.from({ length: count }, () =>
    Array.from({ length: 20 + next(121) }, () => words[next(words.length)] ?? '').join(' '),
  )
}
