import { ApiError } from '#lib/errors.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Rejects options of Firecrawl's scrape that would return something else or promise something that Sextant does not
 * keep. Options that only tune speed or caching are ignored.
 * @throws ApiError `unsupported_parameter` for the first of them
 */
export function refuseScrapeOptions(params: Fields): void {
  refuseOptions(params, unsupportedInScrape)
  refuseInFormats(params['formats'])
  refuseInParsers(params['parsers'])
}

/** The same for the options of its map. */
export function refuseMapOptions(params: Fields): void {
  refuseOptions(params, unsupportedInMap)
}

/** One sentence about options that clients send by habit and that leave the text right; null without any. */
export function ignoredScrapeOptions({ location, proxy, onlyCleanContent }: Fields): string | null {
  const ignored = [
    ...(isSet(location) ? ['location'] : []),
    ...(proxy === 'stealth' || proxy === 'enhanced' ? ['proxy'] : []),
    ...(isSet(onlyCleanContent) ? ['onlyCleanContent'] : []),
  ]
  return ignored.length === 0 ? null : `Options without effect: ${ignored.join(', ')}.`
}

/** Each option with what to do instead. */
const unsupportedInScrape: Readonly<Record<string, string>> = {
  actions: 'Sextant does not click or type on pages; `waitFor` waits for their scripts.',
  agent: 'Sextant does not click or type on pages.',
  extract: 'Request `markdown` and send it to POST /v1/chat/completions with a JSON schema.',
  jsonOptions: 'Request `markdown` and send it to POST /v1/chat/completions with a JSON schema.',
  changeTrackingOptions: 'Compare the Markdown of two scrapes.',
  profile: 'Every scrape starts without cookies and storage.',
  redactPII: 'The page is returned as it is.',
  threatProtection: 'Only private addresses are blocked.',
  lockdown: 'A scrape may fetch the page; `maxAge` accepts a cached copy.',
  zeroDataRetention: 'The server’s page cache, library and request log decide what is stored.',
  domainTools: 'Remove it.',
}

const unsupportedInMap: Readonly<Record<string, string>> = {
  ignoreQueryParameters: 'URLs are returned with their query.',
  location: 'Pages are requested from the server’s own location.',
  threatProtection: 'Only private addresses are blocked.',
  includePaths: 'Filter the links, or use `search`.',
  excludePaths: 'Filter the links, or use `search`.',
  filterByPath: 'Filter the links, or use `search`.',
  allowExternalLinks: 'A map stays on its site.',
  ignoreRobotsTxt: 'A map always obeys robots.txt.',
  maxDepth: 'Use `limit`.',
  maxDiscoveryDepth: 'Use `limit`.',
}

const unsupportedInScreenshot = ['fullPage', 'quality', 'viewport'] as const
const unsupportedInPdf = ['maxPages', 'pages', 'pageMarkdown', 'blocks', 'pageMarkers'] as const

function refuseOptions(params: Fields, unsupported: Readonly<Record<string, string>>): void {
  for (const [option, instead] of Object.entries(unsupported)) {
    if (Object.hasOwn(params, option) && isSet(params[option])) throw unsupportedOption(option, instead)
  }
}

function refuseInFormats(formats: unknown): void {
  if (!Array.isArray(formats)) return
  formats.forEach((format: unknown, at) => {
    const option = unsupportedInScreenshot.find(name => isSet(fieldsOf(format)[name]))
    if (option === undefined) return
    throw unsupportedOption(`formats.${at}.${option}`, 'Screenshots have one size.')
  })
}

function refuseInParsers(parsers: unknown): void {
  if (!Array.isArray(parsers)) return
  // Without a parser, Firecrawl returns the bytes of a PDF file.
  if (parsers.length === 0) throw unsupportedOption('parsers', 'Set `parsePDF` to false to reject PDF files.')
  parsers.forEach((parser: unknown, at) => {
    const fields = fieldsOf(parser)
    const option = unsupportedInPdf.find(name => isSet(fields[name]))
    if (option !== undefined) throw unsupportedOption(`parsers.${at}.${option}`, 'Use POST /upload.')
    if (fields['mode'] === 'ocr')
      throw unsupportedOption(`parsers.${at}.mode`, 'Use POST /upload with `enable_ocr`.')
  })
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Clients write out defaults, which ask for nothing. */
function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

function unsupportedOption(param: string, instead: string): ApiError {
  return new ApiError('unsupported_parameter', `\`${param}\` is not supported. ${instead}`, { param })
}
