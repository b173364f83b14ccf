/** What is wrong with a setting, and where: `sextant.yaml:7` or the name of a variable. */
export interface Mistake {
  readonly where: string
  readonly reason: string
}

/** Stops the start. The message has a line for each mistake and holds no secret, so it can be printed as it is. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly mistakes: readonly Mistake[]

  constructor(mistakes: readonly Mistake[]) {
    super(mistakes.map(({ where, reason }) => `${where}: ${reason}`).join('\n'))
    this.mistakes = mistakes
  }
}
