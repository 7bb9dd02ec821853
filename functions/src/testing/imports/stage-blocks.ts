import { BlockBlobClient } from '@azure/storage-blob';
import { blockId, blockRange } from '@handoff/shared/domain/address/block-upload';

export async function stageBlocks(url: string, file: Uint8Array, blocks: readonly number[]): Promise<void> {
  const client = new BlockBlobClient(url);
  for (const index of blocks) {
    const { from, to } = blockRange(index, file.length);
    await client.stageBlock(blockId(index), file.subarray(from, to), to - from);
  }
}
