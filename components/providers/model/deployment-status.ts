import type { DeploymentState } from '#lib/contracts/console/providers.ts'

const labels: Readonly<Record<string, string>> = {
  failing: 'Failing',
  rate_limit: 'Rate limited',
  balance: 'Balance exhausted',
  refused: 'API key rejected',
}

/** Whether requests are sent to the deployment now. */
export function isReady({ state, wait_ms: waitMs }: DeploymentState): boolean {
  return state === 'ready' || waitMs === 0
}

/** The state of a deployment in a few words, with the time of its next try. */
export function describeState(deployment: DeploymentState): string {
  if (isReady(deployment)) return 'Active'
  const seconds = Math.ceil(deployment.wait_ms / 1000)
  const wait = seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
  return `${labels[deployment.state] ?? deployment.state}; next try in ${wait}`
}

/** Whether the state is that of a deployment, with any of the keys of its provider. */
export function isStateOf(
  { name }: DeploymentState,
  { provider, upstream }: { readonly provider: string; readonly upstream: string },
): boolean {
  // Embedded models have the prefix in their own ID.
  return name === upstream || name.replace(/#\d+(?=\/)/, '') === `${provider}/${upstream}`
}
