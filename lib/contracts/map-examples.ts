/** Three ways to map a site: all of it, one topic, and its sitemaps only. */
export const mapExamples = [
  {
    title: 'Map a whole site',
    description: 'Every page in its sitemaps and links, as a tree.',
    input: { url: 'https://www.rfc-editor.org', limit: 500 },
  },
  {
    title: 'Find pages on one topic',
    description: 'Only links that match the words, best match first.',
    input: { url: 'https://nodejs.org', search: 'streams backpressure', limit: 20 },
  },
  {
    title: 'Read only the sitemaps',
    description: 'Fetches no page but the first.',
    input: { url: 'https://www.python.org', sitemapOnly: true, includeSubdomains: true },
  },
]
