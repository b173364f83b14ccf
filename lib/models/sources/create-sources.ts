import { createHubSource, type HubSettings } from './hub.ts'
import { createJarSource } from './jar.ts'
import { createLocalFileSource } from './local-file.ts'
import { createOpenUrl } from './open-guarded-url.ts'
import { runClient } from './run-client.ts'
import type { Source, SourceName } from './source.ts'
import { createUrlSource } from './url.ts'
import { createWheelSource } from './wheel.ts'

export interface SourceSettings {
  readonly modelsDir: string
  /** Which sources, in the order in which they are asked. */
  readonly modelSources: readonly SourceName[]
  readonly hub: HubSettings
}

export function createSources({ modelsDir, modelSources, hub }: SourceSettings): Source[] {
  const openUrl = createOpenUrl({ allow: [new URL(hub.endpoint).host] })
  const sourceByName = {
    file: () => createLocalFileSource({ modelsDir }),
    hub: () => createHubSource({ openUrl, hub }),
    url: () => createUrlSource({ openUrl }),
    wheel: () => createWheelSource({ runClient }),
    jar: () => createJarSource({ runClient }),
  } satisfies Record<SourceName, () => Source>
  return modelSources.map(name => sourceByName[name]())
}
