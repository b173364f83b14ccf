import { ApiError } from '#lib/errors.ts'

const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i

/**
 * Possible start URLs, best first: https, then http if no scheme is given.
 * @throws ApiError `invalid_value` for an invalid URL, `url_not_allowed` for other schemes and credentials
 */
export function readStartUrls(text: string): readonly [URL, ...URL[]] {
  const trimmed = text.trim()
  if (hasScheme.test(trimmed)) return [readStartUrl(trimmed)]
  return [readStartUrl(`https://${trimmed}`), readStartUrl(`http://${trimmed}`)]
}

function readStartUrl(text: string): URL {
  const url = URL.parse(text)
  if (url === null) throw new ApiError('invalid_value', 'This is not a website URL.', { param: 'url' })
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ApiError('url_not_allowed', 'Only http and https URLs can be mapped.', { param: 'url' })
  }
  if (url.username !== '' || url.password !== '') {
    throw new ApiError('url_not_allowed', 'The URL must not contain a user name or password.', {
      param: 'url',
    })
  }
  return url
}
