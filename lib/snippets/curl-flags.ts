/** What a flag of curl means here. `ignored` ones change how curl works, not what the API is asked. */
export type FlagMeaning =
  | 'header'
  | 'data'
  | 'data-raw'
  | 'json'
  | 'form'
  | 'url'
  | 'method'
  | 'user'
  | 'ignored'
  | 'ignored-value'

const longFlags: Readonly<Record<string, FlagMeaning>> = {
  header: 'header',
  data: 'data',
  'data-ascii': 'data',
  'data-binary': 'data',
  'data-raw': 'data-raw',
  json: 'json',
  form: 'form',
  'form-string': 'form',
  url: 'url',
  request: 'method',
  user: 'user',
  'oauth2-bearer': 'user',
  cookie: 'user',
  ...of(
    'ignored',
    'silent show-error no-buffer location insecure include verbose compressed fail fail-with-body',
  ),
  ...of(
    'ignored',
    'http1.0 http1.1 http2 http2-prior-knowledge http3 ipv4 ipv6 globoff no-progress-meter progress-bar',
  ),
  ...of('ignored', 'tlsv1.2 tlsv1.3 no-keepalive tcp-nodelay path-as-is'),
  ...of(
    'ignored-value',
    'output write-out user-agent referer max-time connect-timeout retry retry-delay dump-header',
  ),
  ...of(
    'ignored-value',
    'proxy cacert cert key resolve connect-to interface limit-rate speed-time speed-limit noproxy',
  ),
}

const shortFlags: Readonly<Record<string, FlagMeaning>> = {
  H: 'header',
  d: 'data',
  F: 'form',
  X: 'method',
  u: 'user',
  b: 'user',
  ...of('ignored', 's S N L k i v f g 0 4 6 #'),
  ...of('ignored-value', 'o w A e m D x E'),
}

export function longFlag(name: string): FlagMeaning | null {
  return Object.hasOwn(longFlags, name) ? (longFlags[name] ?? null) : null
}

export function shortFlag(letter: string): FlagMeaning | null {
  return Object.hasOwn(shortFlags, letter) ? (shortFlags[letter] ?? null) : null
}

function of(meaning: FlagMeaning, names: string): Record<string, FlagMeaning> {
  return Object.fromEntries(names.split(' ').map(name => [name, meaning]))
}
