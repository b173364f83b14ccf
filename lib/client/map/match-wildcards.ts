/**
 * Whether a whole text matches a pattern of characters, `*` (anything but a slash), `**` (anything) and `**` with a
 * slash after it (any number of segments, also none). By hand: the regular expression for `*a*a*a*b` takes minutes for
 * a long address; this only ever goes back to the last star of each kind.
 */
export function matchWildcards(pattern: string, text: string): boolean {
  let at = 0
  let place = 0
  // Behind the last star of its kind, and where in the text what follows it is looked for; -1 without one.
  let [starPlace, starAt] = [-1, 0]
  let [doublePlace, doubleAt, bySegment] = [-1, 0, false]
  for (;;) {
    if (pattern[place] === '*') {
      const double = pattern[place + 1] === '*'
      const segments = double && pattern[place + 2] === '/' && (place === 0 || pattern[place - 1] === '/')
      place += double ? (segments ? 3 : 2) : 1
      if (!double) {
        starPlace = place
        starAt = at
        continue
      }
      starPlace = -1
      doublePlace = place
      doubleAt = at
      bySegment = segments
    } else if (at === text.length && place === pattern.length) return true
    else if (at < text.length && pattern[place] === text[at]) {
      at += 1
      place += 1
    } else if (starPlace !== -1 && starAt < text.length && text[starAt] !== '/') {
      starAt += 1
      at = starAt
      place = starPlace
    } else {
      if (doublePlace === -1 || doubleAt >= text.length) return false
      doubleAt = bySegment ? afterSlash(text, doubleAt) : doubleAt + 1
      if (doubleAt === 0) return false
      starPlace = -1
      at = doubleAt
      place = doublePlace
    }
  }
}

/** 0 where no slash follows. */
function afterSlash(text: string, from: number): number {
  return text.indexOf('/', from) + 1
}
