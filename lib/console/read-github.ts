import 'server-only'
import { request } from 'undici'
import { z } from 'zod'
import type { Config } from '#lib/config.ts'
import type { OpenIdClaims } from './single-sign-on.ts'

type GitHub = NonNullable<Config['signIn']['github']>

/** Who GitHub says somebody is. */
export interface GitHubProfile {
  readonly sub: string
  readonly name: string
  /** The primary one, where it is verified. */
  readonly email?: string
  readonly email_verified?: boolean
  readonly organisation: NonNullable<OpenIdClaims['organisation']>
}

const userSchema = z.object({ id: z.int(), login: z.string(), name: z.string().nullish() })
const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
const membershipSchema = z.object({ state: z.string(), organization: z.object({ login: z.string() }) })

const deadlineMs = 10_000
const bytesMax = 1024 * 1024

/**
 * Reads who somebody is, with the token that they let us have: three short calls to the operator's own GitHub.
 * @throws Error when GitHub cannot be asked, or does not say it
 */
export async function readGitHub(github: GitHub, accessToken: string): Promise<GitHubProfile> {
  const signal = AbortSignal.timeout(deadlineMs)
  const ask = (path: string) => askGitHub(`${github.apiUrl}${path}`, accessToken, signal)
  const user = userSchema.parse((await ask('/user')).requireJson())
  const emails = emailsSchema.safeParse((await ask('/user/emails')).json)
  const primary = emails.data?.find(each => each.primary && each.verified)
  return {
    // Names change hands; the number stays with the account.
    sub: String(user.id),
    name: user.name?.trim() || user.login,
    ...(primary !== undefined && { email: primary.email, email_verified: true }),
    organisation: await readMembership(github.organisation, ask),
  }
}

type Ask = (path: string) => Promise<{ readonly json: unknown }>

async function readMembership(organisation: string | null, ask: Ask): Promise<GitHubProfile['organisation']> {
  if (organisation === null) return 'none'
  const { json } = await ask(`/user/memberships/orgs/${encodeURIComponent(organisation)}`)
  const membership = membershipSchema.safeParse(json)
  // Who is invited there and has not accepted yet is `pending`.
  const active = membership.data?.state === 'active'
  const same = membership.data?.organization.login.toLowerCase() === organisation.toLowerCase()
  return active && same ? 'member' : 'stranger'
}

async function askGitHub(url: string, accessToken: string, signal: AbortSignal) {
  const { statusCode, body } = await request(url, {
    signal,
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${accessToken}`,
      'user-agent': 'sextant',
      'x-github-api-version': '2022-11-28',
    },
  })
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > bytesMax) throw new Error(`${url} answered more than ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  const json = statusCode === 200 ? toJson(Buffer.concat(chunks).toString('utf8')) : null
  return {
    json,
    requireJson() {
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`)
      return json
    },
  }
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
