/**
 * Whether a whole text matches a pattern of characters, `*` (anything but a slash), `**` (anything) and `**` with a
 * slash after it (any number of segments, also none). By hand: the regular expression for `*a*a*a*b` takes minutes for
 * a long address; this only ever goes back to the last star of each kind.
 */
export function matchWildcards(pattern: string, text: string): boolean {
  let at = 0
  let place = 0
  let star = noStar
  let doubleStar = noStar
  for (;;) {
    if (pattern[place] === '*') {
      const double = pattern[place + 1] === '*'
      const segments = double && pattern[place + 2] === '/' && (place === 0 || pattern[place - 1] === '/')
      place += double ? (segments ? 3 : 2) : 1
      if (double) [doubleStar, star] = [{ at, place, segments }, noStar]
      else star = { at, place, segments }
    } else if (at === text.length && place === pattern.length) return true
    else if (at < text.length && pattern[place] === text[at]) {
      at += 1
      place += 1
    } else {
      const canStretch = star.place !== -1 && star.at < text.length && text[star.at] !== '/'
      const back = stretch(canStretch ? star : doubleStar, text)
      if (back === null) return false
      if (canStretch) star = back
      else [doubleStar, star] = [back, noStar]
      ;({ at, place } = back)
    }
  }
}

interface Star {
  /** Where in the text what follows the star is looked for. */
  readonly at: number
  /** Behind the star. */
  readonly place: number
  /** Only beginnings of segments will do. */
  readonly segments: boolean
}

const noStar: Star = { at: -1, place: -1, segments: false }

/** Lets the star take one step more of the text; null at its end. */
function stretch(star: Star, text: string): Star | null {
  if (star.place === -1 || star.at >= text.length) return null
  if (!star.segments) return { ...star, at: star.at + 1 }
  const slash = text.indexOf('/', star.at)
  return slash === -1 ? null : { ...star, at: slash + 1 }
}
