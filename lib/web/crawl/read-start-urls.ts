import { ApiError } from '#lib/errors.ts'

const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i

/**
 * The addresses under which a map may start, best first: without a scheme that is https, then http.
 * @throws ApiError `invalid_value` for what is no address, `url_not_allowed` for other schemes and credentials
 */
export function readStartUrls(text: string): readonly [URL, ...URL[]] {
  const trimmed = text.trim()
  if (hasScheme.test(trimmed)) return [readStartUrl(trimmed)]
  return [readStartUrl(`https://${trimmed}`), readStartUrl(`http://${trimmed}`)]
}

function readStartUrl(text: string): URL {
  const url = URL.parse(text)
  if (url === null) throw new ApiError('invalid_value', 'This is no address of a website.', { param: 'url' })
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ApiError('url_not_allowed', 'Only http and https addresses can be mapped.', { param: 'url' })
  }
  if (url.username !== '' || url.password !== '') {
    throw new ApiError('url_not_allowed', 'The address must not hold a user name or password.', {
      param: 'url',
    })
  }
  return url
}
