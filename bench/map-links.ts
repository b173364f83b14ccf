/**
 * The given number of URLs on one site: folders of 400 pages, three levels deep, every seventh with a query.
 */
export function linksOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => {
    const section = ['blog', 'shop', 'docs', 'users'][Math.floor(at / 400) % 4]
    const query = at % 7 === 0 ? `?page=${at}` : ''
    return `https://site.test/${section}/part-${Math.floor(at / 1600)}/article-${at}${query}`
  })
}
