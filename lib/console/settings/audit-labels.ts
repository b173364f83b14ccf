import 'server-only'
import type { AuditAction } from '#lib/store/team/audit.ts'

/** Labels of audit actions; the type makes the table complete. */
const words: Record<AuditAction, string> = {
  'team.set_up': 'Set up the team',
  'team.rename': 'Renamed the team',
  'team.export': 'Exported the team',
  'team.delete': 'Deleted the team',
  'settings.change': 'Changed settings',
  'audit.export': 'Exported the audit log',
  'account.change': 'Changed their account',
  'session.start': 'Signed in',
  'session.end': 'Ended a session',
  'session.end_all': 'Ended sessions',
  'invitation.create': 'Invited a member',
  'invitation.revoke': 'Revoked an invitation',
  'member.join': 'Joined the team',
  'member.role': 'Changed a role',
  'member.remove': 'Removed a member',
  'provider.create': 'Added a provider',
  'provider.change': 'Changed a provider',
  'provider.remove': 'Removed a provider',
  'provider.order': 'Reordered providers',
  'model.name': 'Added a model name',
  'model.unname': 'Removed a model',
  'model.change': 'Changed a model',
  'model.default': 'Changed a default model',
  'model.alias': 'Changed an alias',
  'model.download': 'Downloaded a model',
  'model.download_cancel': 'Canceled a model download',
  'prices.update': 'Updated the price catalog',
  'budget.change': 'Changed a budget',
  'key.create': 'Created a key',
  'key.change': 'Changed a key',
  'key.rotate': 'Rotated a key',
  'key.revoke': 'Revoked a key',
  'request.read': 'Read another member’s request',
  'requests.export': 'Exported the request log',
  'usage.export': 'Exported usage',
  'share.create': 'Shared a request',
  'share.revoke': 'Revoked a shared link',
}

/** All of them, in table order. */
export const auditActions = Object.entries(words).map(([id, said]) => ({ id, words: said }))

const known = new Map(auditActions.map(({ id, words: said }) => [id, said]))

/** Label of an action; for one of another version, its id. */
export function formatAction(action: string): string {
  return known.get(action) ?? action
}
