import 'server-only'
import type { AuditAction } from '#lib/store/team/audit.ts'

/** What was done, as a person says it; the table is complete by type. */
const words: Record<AuditAction, string> = {
  'team.set_up': 'Set the team up',
  'team.rename': 'Renamed the team',
  'team.export': 'Exported everything',
  'team.delete': 'Deleted the team',
  'settings.change': 'Changed settings',
  'audit.export': 'Exported the audit log',
  'account.change': 'Changed their account',
  'session.start': 'Signed in',
  'session.end': 'Ended a sign-in',
  'session.end_all': 'Ended sign-ins',
  'invitation.create': 'Invited somebody',
  'invitation.revoke': 'Withdrew an invitation',
  'member.join': 'Joined the team',
  'member.role': 'Changed a role',
  'member.remove': 'Removed a member',
  'provider.create': 'Connected a provider',
  'provider.change': 'Changed a provider',
  'provider.remove': 'Removed a provider',
  'provider.order': 'Reordered providers',
  'model.name': 'Named a model',
  'model.unname': 'Removed a model',
  'model.change': 'Changed a model',
  'model.default': 'Changed a default model',
  'budget.change': 'Changed a budget',
  'key.create': 'Created a key',
  'key.change': 'Changed a key',
  'key.rotate': 'Rotated a key',
  'key.revoke': 'Revoked a key',
  'request.read': 'Read what somebody else sent and was answered',
  'requests.export': 'Exported the request log',
  'usage.export': 'Exported usage',
  'share.create': 'Shared a request',
  'share.revoke': 'Withdrew a shared link',
}

/** All of them, in the order of the table. */
export const auditActions = Object.entries(words).map(([id, said]) => ({ id, words: said }))

const known = new Map(auditActions.map(({ id, words: said }) => [id, said]))

/** An action in words; one that an other version noted, as it was noted. */
export function toWords(action: string): string {
  return known.get(action) ?? action
}
