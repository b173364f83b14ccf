const lazySources = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-lazy',
  'data-hi-res-src',
  'data-actualsrc',
]
const lazySets = ['data-srcset', 'data-lazy-srcset', 'srcset']
const placeholder =
  /^data:|(?:^|[/_.-])(?:blank|placeholder|spacer|pixel|lazy|loading|loader|1x1|transparent)[^/]*\.(?:gif|png|svg|jpe?g|webp)/i

/** Gives lazy-loaded images their real URLs, and replaces placeholders by those in `<noscript>`. */
export function restoreImages(document: Document): void {
  for (const noscript of document.querySelectorAll('noscript')) restoreFromNoscript(noscript)
  for (const image of document.querySelectorAll('img')) {
    const given = image.getAttribute('src') ?? ''
    if (given !== '' && !placeholder.test(given)) continue
    const source = lazySource(image)
    if (source !== null) image.setAttribute('src', source)
  }
}

function lazySource(image: Element): string | null {
  for (const name of lazySources) {
    const text = image.getAttribute(name)?.trim()
    if (text) return text
  }
  const picture =
    image.parentElement?.tagName === 'PICTURE' ? [...image.parentElement.querySelectorAll('source')] : []
  for (const element of [image, ...picture]) {
    for (const name of lazySets) {
      const largest = largestOf(element.getAttribute(name) ?? '')
      if (largest !== null) return largest
    }
  }
  return null
}

const candidates = /(\S+)(?:\s+([\d.]+)[wx](?=[\s,]|$))?[\s,]*/g
const lastCommas = /(?<!,),+$/

/** The candidate of a `srcset` with the largest width or density. */
function largestOf(set: string): string | null {
  let largest: { address: string; size: number } | null = null
  for (const [, written = '', size] of set.matchAll(candidates)) {
    const address = written.replace(lastCommas, '')
    if (address === '' || address.startsWith('data:')) continue
    const candidate = { address, size: Number(size ?? 1) }
    if (largest === null || candidate.size > largest.size) largest = candidate
  }
  return largest?.address ?? null
}

function restoreFromNoscript(noscript: Element): void {
  const image = noscript.querySelector('img')
  if (image === null) return
  const before = noscript.previousElementSibling
  const standIn = before?.tagName === 'IMG' ? before : before?.querySelector('img')
  if (standIn) standIn.replaceWith(image)
  else noscript.before(image)
}
