import type { Library } from '#lib/capabilities/library/create-library.ts'
import {
  libraryBatchContract,
  librarySettingsContract,
  libraryStatusContract,
} from '#lib/contracts/library-manage.ts'
import {
  libraryAddContract,
  libraryDeleteContract,
  libraryItemContract,
  libraryListContract,
  librarySearchContract,
} from '#lib/contracts/library.ts'
import { endpoint } from './endpoint.ts'
import type { Gateway } from './gateway.ts'
import type { Router } from './router.ts'

/** The addresses of teams' libraries. Those with a name come first: an item's id would match them too. */
export function serveLibrary(
  { serve, route }: Router,
  gateway: Gateway,
  { routes }: Pick<Library, 'routes'>,
): void {
  route(libraryListContract.path, {
    GET: endpoint(gateway, libraryListContract, routes.list),
    POST: endpoint(gateway, libraryAddContract, routes.add),
  })
  serve(librarySearchContract, routes.search)
  serve(libraryStatusContract, routes.status)
  serve(librarySettingsContract, routes.settings)
  serve(libraryBatchContract, routes.batch)
  route('/v1/library/:id', {
    GET: endpoint(gateway, libraryItemContract, routes.item),
    DELETE: endpoint(gateway, libraryDeleteContract, routes.remove),
  })
}
