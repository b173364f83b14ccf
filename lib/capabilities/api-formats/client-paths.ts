import { ApiError } from '#lib/errors.ts'

/** Where a message of a chat request comes from. */
export interface MessagePaths {
  readonly path: string
  /** Of its parts, if its content is a list. */
  readonly parts: readonly string[]
}

/** The names of one API format for members of chat completions. */
export interface MemberNames {
  readonly request: Readonly<Record<string, string>>
  /** Within a part of a message. */
  readonly part: Readonly<Record<string, string>>
  /** Within a tool. */
  readonly tool: Readonly<Record<string, string>>
}

/** Where the members of a chat request come from in the request of the client. */
export interface ClientPaths {
  readonly messages: readonly MessagePaths[]
  /** Of each tool. */
  readonly tools: readonly string[]
  readonly names: MemberNames
}

/** The error of a translated request, with the path of the field that the client has sent. */
export function toClientError(error: unknown, paths: ClientPaths): unknown {
  if (!(error instanceof ApiError) || error.param === null) return error
  const path = toClientPath(error.param, paths)
  return path === error.param ? error : withPath(error, path)
}

/** The error with the path of the field that the client has sent; null: it has sent none. */
export function withPath(error: ApiError, path: string | null): ApiError {
  const { param, message, code, cause, retryable, retryAfterMs, final, reason } = error
  const named = path === null || param === null ? message : replaceQuoted(message, param, path)
  return new ApiError(code, named, {
    cause: cause ?? error,
    retryable,
    final,
    ...(path !== null && { param: path }),
    ...(retryAfterMs !== null && { retryAfterMs }),
    ...(reason !== null && { reason }),
  })
}

/**
 * The error of a provider that did not get some turns, with the index that the client has sent. Vendors write
 * `input.3` or `input[3]`.
 * @param removed indexes of those turns, in order
 */
export function withRemovedTurns(error: unknown, history: string, removed: readonly number[]): unknown {
  if (removed.length === 0 || !(error instanceof ApiError) || error.param === null) return error
  const [start, before = '', index = ''] = /^(\w+[.[])(\d+)/.exec(error.param) ?? []
  if (start === undefined || before.slice(0, -1) !== history) return error
  const sent = removed.reduce((at, gone) => (gone <= at ? at + 1 : at), Number(index))
  return withPath(error, `${before}${sent}${error.param.slice(start.length)}`)
}

/** @returns null: the client has not sent it */
function toClientPath(param: string, { messages, tools, names }: ClientPaths): string | null {
  const [member = '', index = '', ...rest] = param.replaceAll(/\[(\w+)\]/g, '.$1').split('.')
  const message = member === 'messages' ? messages[Number(index || NaN)] : undefined
  if (message !== undefined) return inMessage(message, rest, names)
  const tool = member === 'tools' ? tools[Number(index || NaN)] : undefined
  if (tool !== undefined) return within(tool, rest, names.tool)
  return Object.hasOwn(names.request, member) ? (names.request[member] ?? null) : null
}

function inMessage({ path, parts }: MessagePaths, rest: readonly string[], names: MemberNames): string {
  const [member, index = '', ...inner] = rest
  const part = member === 'content' ? parts[Number(index || NaN)] : undefined
  return part === undefined ? path : within(part, inner, names.part)
}

function within(path: string, members: readonly string[], names: Readonly<Record<string, string>>): string {
  const member = members.join('.')
  return Object.hasOwn(names, member) ? `${path}.${names[member]}` : path
}

function replaceQuoted(message: string, param: string, path: string): string {
  return message.replaceAll(`'${param}'`, `'${path}'`).replaceAll(`\`${param}\``, `\`${path}\``)
}

/** The path of what all of them are in. */
export function commonPath(paths: readonly string[]): string {
  const [first = '', ...others] = paths
  let common = first.split('.')
  for (const path of others) {
    const members = path.split('.')
    const end = common.findIndex((member, index) => member !== members[index])
    if (end !== -1) common = common.slice(0, end)
  }
  return common.join('.')
}
