import type { OpenCircuit } from '#lib/capabilities/attempts/circuit.ts'
import type { DeployedModel } from '#lib/providers/registry/registry.ts'
import type { Cooldown, CooldownReason } from './cooldowns.ts'

/** A deployment as admins see it. */
export interface DeploymentState {
  /** Public id of the model. */
  readonly model: string
  readonly name: string
  readonly weight: number
  readonly tier: number
  /** `failing`: its circuit is open. */
  readonly state: 'ready' | 'failing' | CooldownReason
  /** Milliseconds until it is tried again. */
  readonly waitMs: number
}

/** The deployments of all models that have several, and whether requests are sent to them now. */
export function listDeploymentStates(
  models: readonly DeployedModel[],
  circuits: readonly OpenCircuit[],
  cooldowns: readonly Cooldown[],
): DeploymentState[] {
  const openByKey = new Map(circuits.map(circuit => [circuit.key, circuit]))
  const coolingByName = new Map(cooldowns.map(cooldown => [cooldown.name, cooldown]))
  return models.flatMap(({ publicId, deployments }) =>
    deployments.map(({ deployment: { name, keyName, weight, tier }, provider, upstreamId }) => {
      const cooling = coolingByName.get(keyName) ?? coolingByName.get(name)
      const open = openByKey.get(`${provider.id}/${upstreamId}`)
      const state = cooling?.reason ?? (open === undefined ? 'ready' : 'failing')
      return { model: publicId, name, weight, tier, state, waitMs: (cooling ?? open)?.waitMs ?? 0 }
    }),
  )
}
