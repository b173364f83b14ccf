import fc from 'fast-check'

const segment = fc.constantFrom('a', 'b', 'A', 'page-2', 'page-10', '007', '7', 'x.pdf', '%C3%A9', '%zz', '', 'http:')
const rest = fc.constantFrom('', '', '', '?x=1', '?x=10', '?', '#/route', '?a=b#c')

/** URLs with few hosts and segments, so that many share a folder or path; each is unique. */
export const addresses = fc.uniqueArray(
  fc
    .tuple(
      fc.constantFrom('https', 'http'),
      fc.constantFrom('a.test', 'www.a.test', 'b.test:8080'),
      fc.array(segment, { maxLength: 5 }),
      fc.constantFrom('', '/'),
      rest,
    )
    .map(([scheme, host, segments, slash, end]) =>
      `${scheme}://${host}${segments.map(each => `/${each}`).join('')}${slash}${end}`,
    ),
  { maxLength: 60 },
)
