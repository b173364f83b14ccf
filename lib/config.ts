/**
 * Settings from the environment and `sextant.yaml`, read once at startup. No other file reads settings from
 * `process.env`.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkDefaults } from './config/check-defaults.ts'
import { checkListeners } from './config/check-listeners.ts'
import { readEnvironmentProviders } from './config/environment-providers.ts'
import { checkAliases, checkModels, mergeProviders } from './config/merge-providers.ts'
import { mergeSearchSettings } from './config/merge-search.ts'
import type { EnvironmentSettings } from './config/environment-schema.ts'
import { defaultModelsFolder } from './config/models-folder.ts'
import { type Environment, readEnvironment } from './config/read-environment.ts'
import { readFile } from './config/read-file.ts'
import { refuseUnsafe } from './config/refuse-unsafe.ts'
import type { Config } from './config/settings.ts'
import { toSignInSettings } from './config/sign-in-settings.ts'
import { isLoopbackAddress } from './loopback-host.ts'

export type { Config, Timers } from './config/settings.ts'

const portDefault = 3000

/** The environment of this process, for child processes; settings are read with `loadConfig`. */
export const environment: NodeJS.ProcessEnv = process.env

/**
 * @param variables the environment; `${NAME}` in the file reads it too
 * @param options.cwd base of relative paths
 * @throws Error that names the variable, or file and line, and the reason of each error; it contains no secret
 */
export function loadConfig(
  variables: Environment = environment,
  { cwd = process.cwd() }: { cwd?: string } = {},
): Config {
  const settings = readEnvironment(variables)
  refuseUnsafe(settings)
  const file = readFile(findFile(settings.SEXTANT_CONFIG, cwd), variables)
  const providers = mergeProviders(file, readEnvironmentProviders(variables))
  const models = checkModels(file, providers)
  const { map, scrape, cors, timers } = file.settings
  const remoteUrl = settings.SEXTANT_BASE_URL
  return {
    port: settings.PORT ?? portDefault,
    portGiven: settings.PORT !== undefined,
    host: settings.HOST,
    dataDir: resolve(cwd, settings.SEXTANT_DATA_DIR),
    modelsDir: resolve(cwd, settings.MODELS_DIR ?? defaultModelsFolder(variables)),
    modelSources: settings.MODEL_SOURCES,
    databaseUrl: settings.DATABASE_URL ?? null,
    auth: settings.SEXTANT_AUTH,
    signIn: toSignInSettings(settings),
    appUrl: settings.APP_URL ?? null,
    consoleEnabled: settings.SEXTANT_CONSOLE === 'on',
    authSecret: settings.AUTH_SECRET ?? null,
    encryptionKey: settings.ENCRYPTION_KEY ?? null,
    initialApiKey: settings.SEXTANT_INITIAL_API_KEY ?? null,
    // Users export this key for snippets. Without the matching URL, it must not be sent anywhere.
    remote:
      remoteUrl === undefined
        ? null
        : {
            baseUrl: remoteUrl,
            crawlUrl: settings.SEXTANT_CRAWL_URL ?? remoteUrl,
            uploadUrl: settings.SEXTANT_UPLOAD_URL ?? remoteUrl,
            apiKey: settings.SEXTANT_API_KEY ?? null,
          },
    providers,
    models,
    aliases: checkAliases(file, providers, models),
    defaults: checkDefaults(file, providers, models),
    search: mergeSearchSettings(file, settings, variables),
    map,
    scrape,
    listeners: checkListeners(file, settings.PORT ?? portDefault),
    cors,
    timers,
    allowPrivateHosts: settings.ALLOW_PRIVATE_HOSTS,
    allowPrivateProviders: settings.ALLOW_PRIVATE_PROVIDERS,
    uploadAuth: settings.UPLOAD_AUTH ?? (isPrivate(settings) ? 'optional' : 'required'),
    chromiumPath: settings.CHROMIUM_PATH ?? null,
    pricesUpdate: settings.PRICES_UPDATE,
    limitsOnDatabaseFailure:
      file.settings.limits.onDatabaseFailure ?? settings.LIMITS_ON_DATABASE_FAILURE ?? 'share',
    trustedProxies: settings.TRUSTED_PROXIES,
    modelIdleMinutes: settings.MODEL_IDLE_MINUTES,
    modelContext: settings.MODEL_CONTEXT,
    drainDelayMs: settings.DRAIN_DELAY_MS,
    metricsShowBudgets: settings.METRICS_BUDGETS === 'on',
    hfEndpoint: settings.HF_ENDPOINT,
    hfToken: settings.HF_TOKEN ?? null,
    logLevel: settings.LOG_LEVEL,
    logFormat: settings.LOG_FORMAT,
    internal:
      settings.SEXTANT_INTERNAL_TOKEN === undefined
        ? null
        : {
            token: settings.SEXTANT_INTERNAL_TOKEN,
            consolePort: settings.SEXTANT_CONSOLE_PORT ?? null,
            modelsPort: settings.SEXTANT_MODELS_PORT ?? null,
            gatewayPort: settings.SEXTANT_GATEWAY_PORT ?? null,
          },
  }
}

/** Whether only this machine can reach the server, and its one user. */
function isPrivate({ SEXTANT_AUTH, HOST }: Pick<EnvironmentSettings, 'SEXTANT_AUTH' | 'HOST'>): boolean {
  return SEXTANT_AUTH === 'open' && isLoopbackAddress(HOST)
}

function findFile(given: string | undefined, cwd: string): string | null {
  if (given !== undefined) return resolve(cwd, given)
  const defaultValue = resolve(cwd, 'sextant.yaml')
  return existsSync(defaultValue) ? defaultValue : null
}
