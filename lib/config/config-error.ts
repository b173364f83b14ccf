/** A configuration error and its location: `sextant.yaml:7` or the name of a variable. */
export interface Mistake {
  readonly where: string
  readonly reason: string
}

/** Stops the start. The message has one line per error and contains no secret, so it is safe to print. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly mistakes: readonly Mistake[]

  constructor(mistakes: readonly Mistake[]) {
    super(mistakes.map(({ where, reason }) => `${where}: ${reason}`).join('\n'))
    this.mistakes = mistakes
  }
}
