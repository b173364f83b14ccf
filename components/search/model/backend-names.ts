const names: Readonly<Record<string, string>> = {
  searxng: 'SearXNG',
  brave: 'Brave',
  serper: 'Serper',
  tavily: 'Tavily',
  exa: 'Exa',
  openalex: 'OpenAlex',
  'semantic-scholar': 'Semantic Scholar',
  invidious: 'Invidious',
  piped: 'Piped',
  mediawiki: 'Wikipedia',
  arxiv: 'arXiv',
  pubmed: 'PubMed',
  wolfram: 'Wolfram Alpha',
  calculator: 'Calculator',
  youtube: 'YouTube',
  library: 'your library',
  link: 'a link in the question',
}

/** Display name of a backend. */
export function backendName(id: string): string {
  return names[id] ?? id
}
