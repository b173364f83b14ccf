interface PagePart {
  readonly page: number
  readonly content: string
}

/** One entry per page, in order: a long page is stored in several parts. */
export function joinPageParts(parts: readonly PagePart[]): PagePart[] {
  return [...Map.groupBy(parts, ({ page }) => page)].map(([page, same]) => ({
    page,
    content: same.map(({ content }) => content).join(''),
  }))
}
