/**
 * Whether both are the same name, or short forms of one: Bob and Rob for Robert, Sandy for Alexander as for Sandra.
 * Expects plain names.
 */
export function shareNickname(a: string, b: string): boolean {
  return fullNamesOf(a).some((name) => fullNamesOf(b).includes(name));
}

const fullNamesOf = (plain: string): string[] => [plain, ...(fullNames.get(plain) ?? [])];

/** Full names with their short forms and other spellings; a form may belong to many. */
// oxfmt-ignore
const nicknames: Record<string, string> = {
  abigail: 'abby abbie gail', abraham: 'abe bram', adelaide: 'addie della heidi', agnes: 'aggie nessie',
  albert: 'al bert bertie', alexander: 'al alec alex sandy xander', alexandra: 'alex lexi sandra sandy',
  alfred: 'al alf fred freddie', alice: 'allie ally', allen: 'al alan allan', amanda: 'mandy',
  amelia: 'amy millie', andrea: 'andie', andrew: 'andy drew', angela: 'angie',
  ann: 'anna anne annie nan nancy', anthony: 'antonio tony', antoinette: 'nettie toni', archibald: 'archie',
  arnold: 'arnie', arthur: 'art artie',
  barbara: 'babs barb barbie', barnabas: 'barney', bartholomew: 'bart', beatrice: 'bea trixie',
  benjamin: 'ben benny', bernadette: 'bernie', bernard: 'barney bernie', bertha: 'bert bertie birdie',
  beverly: 'bev beverley', bradford: 'brad', bradley: 'brad',
  calvin: 'cal', cameron: 'cam', caroline: 'carol carolyn carrie lynn', cassandra: 'cassie sandra sandy',
  catherine: 'cathryn cathy kate katherine kathleen kathryn kathy katie kay kit kitty',
  cecilia: 'celia cissy', charles: 'charlie chas chip chuck', charlotte: 'char charlie lottie',
  chester: 'chet', christina: 'chris chrissy christine kristin kristina tina',
  christopher: 'chris kit topher', clarence: 'clare', clifford: 'cliff', clinton: 'clint',
  constance: 'connie', cornelius: 'con neil', cynthia: 'cindy',
  daniel: 'dan danny', david: 'dave davey', deborah: 'deb debbie debby debra', delores: 'dee dolores lola',
  dennis: 'denny', dominic: 'dom nick', donald: 'don donnie', dorothy: 'dolly dora dot dottie dotty',
  douglas: 'doug',
  edmund: 'ed eddie ned ted teddy', edward: 'ed eddie eduardo ned ted teddy', edwin: 'ed eddie win',
  eleanor: 'ella ellie elinor lenore nell nellie nora',
  elizabeth: 'bess bessie beth betsy bette bettie betty eliza elisabeth libby lisa liz lizzie',
  ellen: 'nell nellie', emily: 'em emmy millie', ernest: 'ernie', esther: 'essie', eugene: 'gene',
  evelyn: 'eve evie',
  florence: 'flo flora flossie', frances: 'fannie fran francie frankie', francis: 'frank frankie',
  franklin: 'frank frankie', frederick: 'fred freddie freddy fritz',
  gabriel: 'gabe', genevieve: 'eve gen ginny jenny', geoffrey: 'geoff jeff jeffrey', george: 'georgie',
  gerald: 'gerry jerry', geraldine: 'geri gerry jerry', gertrude: 'gert gertie trudy', gilbert: 'bert gil',
  gloria: 'glory', gregory: 'greg gregg', gwendolyn: 'gwen wendy',
  hannah: 'anna annie', harold: 'hal harry', harriet: 'hattie', helen: 'ellen lena nell nellie',
  henrietta: 'etta hattie hettie', henry: 'hal hank harry', herbert: 'bert herb', howard: 'howie',
  hubert: 'bert hugh',
  irene: 'rena renie', isaac: 'ike', isabella: 'bella belle isabel',
  jacob: 'jack jake', jacqueline: 'jackie', james: 'jaime jamie jim jimmie jimmy', jane: 'janet janie jean',
  janice: 'jan', jeffrey: 'geoff geoffrey jeff', jennifer: 'jen jennie jenny', jeremiah: 'jeremy jerry',
  jerome: 'jerry', jessica: 'jess jessie', jessie: 'jess', joan: 'joanie jo', joanne: 'jo joann joanna',
  john: 'jack jackie johnnie johnny jon juan', jonathan: 'jon nathan', joseph: 'joe joey jose',
  josephine: 'jo josie', joshua: 'josh', judith: 'judi judy', julia: 'jule julie',
  kenneth: 'ken kenny', kimberly: 'kim',
  lawrence: 'larry laurence lon', leo: 'lee', leonard: 'len lenny leo leon', leroy: 'lee roy',
  lillian: 'lil lillie lily', linda: 'lin lindy lynn', lorraine: 'lorrie', louis: 'lew lewis lou louie luis',
  louise: 'lou lulu', lucille: 'lucy',
  mabel: 'mae may', madeline: 'maddie', magdalena: 'lena magda maggie',
  margaret: 'greta madge mae maggie marge margie margo marjorie meg megan meggie peg peggy rita',
  marion: 'mary', martha: 'marty mattie patsy patty', martin: 'marty', marvin: 'marv merv',
  mary: 'mae mamie maria marie mimi minnie molly polly', matilda: 'mattie tillie tilly', matthew: 'matt',
  maureen: 'mary mo', maurice: 'morris moe', maxine: 'max', maxwell: 'max', melissa: 'lissa missy',
  michael: 'mick mickey mickie miguel mike', michelle: 'micki shelly', mildred: 'millie milly',
  minerva: 'minnie', miriam: 'mimi mitzi', mitchell: 'mitch', myrtle: 'myrt',
  nancy: 'nan nannie', natalie: 'nat', nathan: 'nat nate', nathaniel: 'nat nate nathan',
  nicholas: 'nick nicky nicolas', nicole: 'nicki nicky nikki', norman: 'norm',
  oliver: 'ollie', olivia: 'liv livvy ollie', oscar: 'ozzie',
  pamela: 'pam pammy', patricia: 'pat patsy patti patty tricia trish trisha', patrick: 'paddy pat rick',
  pauline: 'paula polly', penelope: 'penny', peter: 'pete', philip: 'phil phillip', phyllis: 'phyl',
  priscilla: 'cilla prissy',
  rachel: 'rae shelly', ralph: 'rafe', randolph: 'randy', raymond: 'ray', rebecca: 'becca becky',
  reginald: 'reg reggie ron', richard: 'dick rich richie rick rickey ricky ricardo',
  robert: 'bob bobbie bobby bert rob robbie robin', roberta: 'bert bobbie bobby robbie',
  roderick: 'erick rick rod', rodney: 'rod', roger: 'rodger rog', ronald: 'ron ronnie ronny',
  rosemary: 'mary rose rosie', rose: 'rosie roz', roxanne: 'roxie', russell: 'russ rusty',
  samantha: 'sam sammie', samuel: 'sam sammie sammy', sandra: 'sandi sandy', sarah: 'sadie sally sara',
  shirley: 'shirl', sidney: 'sid syd sydney', solomon: 'sol', sophia: 'sophie', stanley: 'stan',
  stephanie: 'steph stevie', stephen: 'steph steve steven stevie', stewart: 'stew stu stuart',
  susan: 'sue susanna susannah susie suzanne suzie', sylvester: 'sly',
  tabitha: 'tabby', terrence: 'terry', theodora: 'dora thea', theodore: 'ned ted teddy theo',
  theresa: 'teresa teri terri terry tess tessa tracy', thomas: 'thom tom tommie tommy', timothy: 'tim timmy',
  tobias: 'toby',
  valerie: 'val', veronica: 'ronnie roni vera', victor: 'vic', victoria: 'tori vicki vickie vicky',
  vincent: 'vin vince vinnie', viola: 'vi', violet: 'vi', virginia: 'ginger ginny', vivian: 'viv',
  walter: 'wally walt', warren: 'ren', wesley: 'wes', wilfred: 'fred will',
  wilhelmina: 'billie mina minnie willa wilma',
  william: 'bill billie billy liam guillermo wil will willie willy', winifred: 'freddie win winnie',
  winston: 'win winnie',
  zachary: 'zac zach zachariah zack zak',
};

const fullNames = new Map<string, string[]>();
for (const [name, forms] of Object.entries(nicknames))
  for (const form of forms.split(' ')) fullNames.set(form, [...(fullNames.get(form) ?? []), name]);
