const pages = [
  {
    title: 'Read an article',
    description: 'The text of a page as Markdown, without menus and footers.',
    params: { url: 'https://en.wikipedia.org/wiki/Sextant' },
  },
  {
    title: 'List the links of a page',
    description: 'Absolute URLs without duplicates.',
    params: { url: 'https://news.ycombinator.com', formats: ['links' as const] },
  },
  {
    title: 'Extract part of a page',
    description: 'Only the tables, selected with CSS.',
    params: {
      url: 'https://en.wikipedia.org/wiki/List_of_tallest_buildings',
      includeTags: ['table.wikitable'],
      excludeTags: ['sup.reference'],
    },
  },
  {
    title: 'Whole page, several formats',
    description: 'Markdown and cleaned HTML of the full page, from a copy cached for up to an hour.',
    params: {
      url: 'https://nodejs.org/en/about',
      formats: ['markdown' as const, 'html' as const],
      onlyMainContent: false,
      maxAge: 3_600_000,
    },
  },
]

export const scrapeExamples = pages.map(({ title, description, params }) => ({
  title,
  description,
  input: { model: 'scrape' as const, params },
}))

export const scrapeFlatExamples = pages.map(({ title, description, params }) => ({
  title,
  description,
  input: params,
}))
