import type { Deed } from '../script.ts';
import { goDark, hang, join, leave, moveAddress, scale } from './operators.ts';
import type { Stage } from './stage.ts';
import { meddle, squat, tamper, wipe } from './strangers.ts';
import { create, edit, remove } from './users.ts';

/** Somebody does what the script says. */
export const act = (deed: Deed, stage: Stage): void => {
  switch (deed.do) {
    case 'create':
      create(deed, stage);
      break;
    case 'delete':
      remove(deed, stage);
      break;
    case 'label':
    case 'unlabel':
    case 'set-type':
    case 'set-port':
      edit(deed, stage);
      break;
    case 'set-endpoints':
      scale(deed, stage);
      break;
    case 'move-address':
      moveAddress(deed, stage);
      break;
    case 'edit-copy':
    case 'delete-copy':
    case 'put-namesake':
    case 'drop-namesake':
      meddle(deed, stage);
      break;
    case 'join':
      join(deed, stage);
      break;
    case 'leave':
      leave(deed, stage);
      break;
    case 'go-dark':
      goDark(deed, stage);
      break;
    case 'hang':
      hang(deed, stage);
      break;
    case 'squat':
      squat(deed, stage);
      break;
    case 'tamper':
      tamper(deed, stage);
      break;
    case 'wipe':
      wipe(deed, stage);
      break;
  }
};
