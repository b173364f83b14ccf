import type { LocalSite } from '#e2e/support/site.ts'
import type { CallRecorder } from './call-recorder.ts'
import type { GatewayProcess } from './gateway-process.ts'

/** Environment of a group's calls, created anew per group. */
export interface CallSetting extends Pick<CallRecorder, 'record'> {
  readonly gateway: GatewayProcess
  readonly site: LocalSite
  /** `http://127.0.0.1:<port>` of the scripted upstream. */
  readonly upstreamOrigin: string
  /**
   * Creates a key on the command line.
   * @returns its token
   */
  readonly makeKey: (...options: readonly string[]) => Promise<string>
}

/** URLs of a group's servers. */
export interface Origins {
  readonly upstream: string
  readonly site: string
  readonly searcher: string
}

/** Calls that share one gateway. */
export interface CallGroup {
  readonly name: string
  /** Added to the configuration of all groups. */
  readonly configuration?: (origins: Origins) => string
  readonly environment?: (origins: Origins) => Readonly<Record<string, string>>
  run(setting: CallSetting): Promise<void>
}
