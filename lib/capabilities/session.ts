import { createHash } from 'node:crypto'
import type { SessionFields } from './request-context.ts'

/** Headers of a request, as Node has them. */
export type SessionHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

const lengthMax = 256
const hashLength = 16

/**
 * A hash of the session that the client names, the same for all of its requests and useless outside its team.
 * @returns null: it names none
 */
export function sessionOf(
  teamId: string,
  headers: SessionHeaders,
  fields: SessionFields | null,
): string | null {
  const named = textOf(headers['x-session-id']) ?? inBody(fields) ?? inHeaders(headers) ?? inMetadata(fields)
  if (named === null) return null
  return hashForTeam(teamId, named.slice(0, lengthMax))
}

/** A hash of what a client names, useless outside its team. */
export function hashForTeam(teamId: string, named: string): string {
  return createHash('sha256').update(`${teamId}\n${named}`).digest('hex').slice(0, hashLength)
}

/** The agent within a session, as Claude Code names those that it starts itself; null: none. */
export function agentOf(headers: SessionHeaders): string | null {
  return textOf(headers['x-claude-code-agent-id'])
}

function inBody(fields: SessionFields | null): string | null {
  return textOf(fields?.session_id) ?? textOf(fields?.prompt_cache_key)
}

// Claude Code, Codex with both spellings, and routers that keep a session at one server.
function inHeaders(headers: SessionHeaders): string | null {
  return (
    textOf(headers['x-claude-code-session-id']) ??
    textOf(headers['session-id']) ??
    textOf(headers['session_id']) ??
    textOf(headers['thread-id']) ??
    textOf(headers['x-session-affinity'])
  )
}

const sessionInUser = /(?:_session_|"session_id":\s*")([\w-]+)/

/** Claude Code puts the session into the id of the user, as JSON or behind a word. */
function inMetadata(fields: SessionFields | null): string | null {
  const { metadata } = fields ?? {}
  if (typeof metadata !== 'object' || metadata === null) return null
  const named = 'session_id' in metadata ? textOf(metadata.session_id) : null
  const user = 'user_id' in metadata ? textOf(metadata.user_id) : null
  return named ?? (user === null ? null : (sessionInUser.exec(user)?.[1] ?? null))
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
