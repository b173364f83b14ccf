const classesMax = 100

interface Parts {
  readonly tag: string
  readonly ids: readonly string[]
  readonly classes: readonly string[]
}

/**
 * Tells elements that one of these selectors means: names of elements, classes and ids alone. Each element is compared
 * with the few that it could fit, however many there are.
 */
export function createMatcher(selectors: readonly string[]): (element: Element) => boolean {
  const byKey = new Map<string, Parts[]>()
  const sizeOf = (key: string): number => byKey.get(key)?.length ?? 0
  for (const selector of selectors) {
    const parts = readParts(selector)
    const keys = [...parts.ids.map(id => `#${id}`), ...parts.classes.map(name => `.${name}`)]
    // A class that stands in thousands of selectors would bring all of them up for each of its elements.
    const [key = parts.tag] = keys.toSorted((one, other) => sizeOf(one) - sizeOf(other))
    const known = byKey.get(key)
    if (known === undefined) byKey.set(key, [parts])
    else known.push(parts)
  }
  return element => {
    const tag = element.nodeName.toLowerCase()
    const id = element.getAttribute('id') ?? ''
    const classes = (element.getAttribute('class') ?? '').trim().split(/\s+/, classesMax)
    const fits = (parts: Parts): boolean =>
      (parts.tag === '' || parts.tag === tag) &&
      parts.ids.every(each => each === id) &&
      parts.classes.every(each => classes.includes(each))
    return [tag, `#${id}`, ...classes.map(each => `.${each}`)].some(
      key => byKey.get(key)?.some(fits) === true,
    )
  }
}

function readParts(selector: string): Parts {
  const marks = selector.match(/[.#][\w-]+/g) ?? []
  return {
    tag: (/^[a-z][a-z0-9]*/i.exec(selector)?.[0] ?? '').toLowerCase(),
    ids: marks.filter(mark => mark.startsWith('#')).map(mark => mark.slice(1)),
    classes: marks.filter(mark => mark.startsWith('.')).map(mark => mark.slice(1)),
  }
}
