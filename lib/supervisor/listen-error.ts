/** Where a server is to listen, and the setting that says so. */
export interface ListenPlace {
  readonly host: string
  readonly port: number
  readonly setting: string
}

/** Why a port cannot be listened on, and what to do. */
export function toListenError(error: unknown, { host, port, setting }: ListenPlace): Error {
  return new Error(explain(readCode(error), host, port, setting), { cause: error })
}

export function isTaken(error: unknown): boolean {
  return readCode(error) === 'EADDRINUSE'
}

function explain(code: unknown, host: string, port: number, setting: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} (${setting}) is in use by another program. Stop that program, or set ${setting} to a free port.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST=${host} is no address of this machine.`
    case 'EACCES':
      return `This user may not listen on port ${port}; choose one above 1023 with ${setting}.`
    default:
      return `Cannot listen on ${host}:${port}.`
  }
}

function readCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
