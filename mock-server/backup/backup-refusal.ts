/** Thrown when a backup or restore cannot be done; `message` is a Chinese sentence for the operator. */
export class BackupRefusal extends Error {
  override readonly name = 'BackupRefusal';
}
