/** Three ways to look at a site: all of it, one subject, and its sitemaps alone. */
export const mapExamples = [
  {
    title: 'See a whole site',
    description: 'Every page that its sitemaps and links lead to, as a tree.',
    input: { url: 'https://www.rfc-editor.org', limit: 500 },
  },
  {
    title: 'Find the pages about one thing',
    description: 'Only links that fit the words, the best first.',
    input: { url: 'https://nodejs.org', search: 'streams backpressure', limit: 20 },
  },
  {
    title: 'Read the sitemaps alone',
    description: 'What a site says about itself: no page but the first is fetched.',
    input: { url: 'https://www.python.org', sitemapOnly: true, includeSubdomains: true },
  },
]
