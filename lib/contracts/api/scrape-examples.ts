const pages = [
  {
    title: 'Read an article',
    description: 'The text of a page as Markdown, without menus and footers.',
    params: { url: 'https://en.wikipedia.org/wiki/Sextant' },
  },
  {
    title: 'List what a page links to',
    description: 'Every link of a page, absolute and once.',
    params: { url: 'https://news.ycombinator.com', formats: ['links' as const] },
  },
  {
    title: 'Take one part of a page',
    description: 'Only the tables, chosen by a CSS selector.',
    params: {
      url: 'https://en.wikipedia.org/wiki/List_of_tallest_buildings',
      includeTags: ['table.wikitable'],
      excludeTags: ['sup.reference'],
    },
  },
  {
    title: 'Whole page, several forms',
    description: 'Markdown and cleaned HTML of everything, from a copy that is at most an hour old.',
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
