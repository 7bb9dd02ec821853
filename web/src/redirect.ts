import { broadcastResponseToMainFrame } from '@azure/msal-browser/redirect-bridge';

// Silent renewal and the sign-in popup come back here; the page hands the answer to the tab that asked.
void broadcastResponseToMainFrame();
