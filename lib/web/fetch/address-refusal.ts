/** A connection that our own rules forbid. The reason names addresses and is for the log alone. */
export class AddressRefusal extends Error {
  override readonly name = 'AddressRefusal'
}
